import { z } from 'zod';
import { operation } from '../../shared/operation.ts';
import { textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';

/** Largest size of an upload, and the accepted types (api.md: Rich text). */
export const maxImageBytes = 10 * 1024 * 1024;
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** Most bytes that an account can upload within 24 hours, measured as stored. */
export const imageBytesADay = 200 * 1024 * 1024;
export const imageTooLarge = 'An image may have at most 10 MB.';

/** Most pictures of other websites that are copied for one text, and for one import. */
export const mostCopied = { text: 20, import: 40 };

const pictureScreens = ['/user', '/course', '/lessons', '/question-bank'] as const;
const mayKeepPictures = needs(
  'user.canManage',
  'course.canManage',
  'lesson.canManage',
  'question.canManage',
);

/** Uploads one image (multipart `attachment`), re-encoded so that only the picture is kept. Returns its URL. */
export const uploadImage = operation({
  name: 'uploadImage',
  domain: 'users',
  summary: 'Upload an image',
  method: 'POST',
  path: '/admin/misc/image-upload',
  access: [...pictureScreens],
  permission: mayKeepPictures,
  response: z.object({ url: z.string() }),
  status: 201,
  errors: [
    'image_unreadable',
    'payload_too_large',
    'unsupported_media_type',
    'image_quota_used_up',
    'busy',
  ],
  multipart: { field: 'attachment', maxBytes: maxImageBytes, tooLarge: imageTooLarge },
});

/** Copies a picture of another website. Throws image_not_copied with its host, and the errors of an upload. */
export const copyImage = operation({
  name: 'copyImage',
  domain: 'users',
  summary: 'Copy an image of another website',
  method: 'POST',
  path: '/admin/misc/image-copy',
  access: [...pictureScreens],
  permission: mayKeepPictures,
  body: z.strictObject({
    address: textSchema(2000)
      .refine((address) => /^https?:\/\//i.test(address) && URL.canParse(address), {
        message: 'An image address starts with https:// or http://',
      })
      .describe('Address of the picture'),
  }),
  response: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  status: 201,
  errors: ['image_not_copied', 'image_unreadable', 'image_quota_used_up', 'busy'],
});

import { z } from 'zod';
import { operation } from '../../shared/operation.ts';
import { needs } from '../identity/permissions.ts';

/** An upload's largest size, and the kinds that are decoded (api.md: Rich text). */
export const maxImageBytes = 10 * 1024 * 1024;
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** What an account may upload within 24 hours, as it is kept. */
export const imageBytesADay = 200 * 1024 * 1024;
export const imageTooLarge = 'An image may have at most 10 MB.';

/**
 * Uploads one image as the multipart field `attachment`; it is decoded and written anew, so nothing but the picture
 * survives. Answers where it is read from.
 */
export const uploadImage = operation({
  name: 'uploadImage',
  summary: 'Upload an image',
  method: 'POST',
  path: '/admin/misc/image-upload',
  // Whose screens have a formatted text or a picture to fill in.
  access: ['/user', '/course', '/lessons', '/question-bank'],
  permission: needs('user.canManage', 'course.canManage', 'lesson.canManage', 'question.canManage'),
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

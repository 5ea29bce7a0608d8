import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import type { Row } from './insert-rows.ts';
import { pictureRow } from './picture-row.ts';
import { drawPortrait } from './portrait.ts';
import { createIds, createRandom } from './random.ts';

const seed = 20_260_305;
const picturedEvery = 5;

/** Some tutors' pictures: their rows with the link, and the images it leads to. */
export const withPictures = (rows: readonly Row[], uploadedBy: string) => {
  const newId = createIds(createRandom(seed));
  const images: Row[] = [];
  const pictured = rows.map((row, number) => {
    if (row['type'] !== 'Tutor' || number % picturedEvery !== 0) return row;
    const picture = drawPortrait(images.length);
    const id = newId(Date.parse(String(row['created'])));
    images.push(pictureRow(picture, { id, uploadedBy, created: row['created'] }));
    return { ...row, profile_pic: `${imagePath}${id}.png` };
  });
  return { rows: pictured, images };
};

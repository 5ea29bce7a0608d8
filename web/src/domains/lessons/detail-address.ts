import { hostingPlatforms } from '@staffroom/contract/domains/lessons/lessons.rules.ts';

/** "staffroom-classroom": a platform as the address of a live lesson names it. */
const slugOf = (platform: string) => platform.trim().toLowerCase().replaceAll(/\s+/g, '-');

/** The part of a live lesson's address that says where it takes place; undefined where it has no such page. */
export const detailSlugOf = (platform: string, productName: string): string | undefined => {
  const [classroom, zoom] = hostingPlatforms(productName);
  return platform === classroom || platform === zoom ? slugOf(platform) : undefined;
};

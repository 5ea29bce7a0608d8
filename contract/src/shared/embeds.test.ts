import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embedHosts, embedOf } from './embeds.ts';

const youTube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const vimeo = 'https://player.vimeo.com/video/76979871';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youTube],
  ['http://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&feature=share', youTube],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', youTube],
  ['  https://youtu.be/dQw4w9WgXcQ?si=abc  ', youTube],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youTube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', youTube],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', youTube],
  [youTube, youTube],
  ['https://youtu.be/dQw4w9WgXcQ?t=90', `${youTube}?start=90`],
  ['https://youtu.be/dQw4w9WgXcQ?t=1h2m3s', `${youTube}?start=3723`],
  [`${youTube}?start=90`, `${youTube}?start=90`],
  ['https://youtu.be/dQw4w9WgXcQ?t=soon', youTube],
  ['https://vimeo.com/76979871', vimeo],
  ['https://vimeo.com/76979871/8272103f6e', `${vimeo}?h=8272103f6e`],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e&title=0', `${vimeo}?h=8272103f6e`],
  [vimeo, vimeo],
])('%s plays at %s', (address, src) => {
  expect(embedOf(address)?.src).toBe(src);
});

test.each([
  '',
  'dQw4w9WgXcQ',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=<script>',
  'https://www.youtube.com/embed/../../evil',
  'https://www.youtube.com/channel/dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://notvimeo.com/76979871',
  'https://vimeo.com/channels/staffpicks',
  'https://www.dailymotion.com/video/x7tgad0',
  'javascript:alert(1)//https://youtu.be/dQw4w9WgXcQ',
  'data:text/html,https://youtu.be/dQw4w9WgXcQ',
  '//www.youtube.com/embed/dQw4w9WgXcQ',
])('%s has no player', (address) => {
  expect(embedOf(address)).toBeUndefined();
});

test('a player is always at an allowed host, and maps to itself', () => {
  const host = fc.constantFrom('youtu.be', 'www.youtube.com', 'vimeo.com', 'player.vimeo.com');
  const rest = fc.stringMatching(/^[\w/?=&.:@#-]{0,40}$/);
  fc.assert(
    fc.property(host, rest, (name, path) => {
      const embed = embedOf(`https://${name}/${path}`);
      if (!embed) return;
      expect(embedHosts).toContain(new URL(embed.src).hostname);
      expect(embedOf(embed.src)).toEqual(embed);
    }),
  );
});

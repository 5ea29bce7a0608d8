/** Hosts whose players may be embedded; the Content-Security-Policy lists the same. */
export const embedHosts = ['www.youtube-nocookie.com', 'player.vimeo.com'] as const;

export type Embed = { src: string; title: string };

/** Cookie-free player of a YouTube or Vimeo address; undefined for any other (part 2 §5, Editor toolbar: embedded). */
export const embedOf = (address: string): Embed | undefined => {
  const url = URL.parse(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com')
    return youTube(host, url);
  return host === 'vimeo.com' || host === 'player.vimeo.com' ? vimeo(url) : undefined;
};

const youTube = (host: string, { pathname, searchParams }: URL): Embed | undefined => {
  const [kind = '', id = ''] = pathname.split('/').filter(Boolean);
  const video = host === 'youtu.be' ? kind : videoOf(kind, id, searchParams);
  if (!/^[\w-]{6,20}$/.test(video)) return undefined;
  const start = secondsOf(searchParams.get('start') ?? searchParams.get('t') ?? '');
  const from = start > 0 ? `?start=${start}` : '';
  return {
    src: `https://www.youtube-nocookie.com/embed/${video}${from}`,
    title: 'YouTube video',
  };
};

const videoOf = (kind: string, id: string, search: URLSearchParams) => {
  if (kind === 'watch') return search.get('v') ?? '';
  return ['embed', 'shorts', 'live'].includes(kind) ? id : '';
};

/** Parses `90`, `90s`, `1m30s` and `1h2m3s` to seconds; 0 for any other text. */
const secondsOf = (text: string) => {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
};

/** Unlisted videos have a hash, in the path of their page and as `h` in their player. */
const vimeo = ({ pathname, searchParams }: URL): Embed | undefined => {
  const [, video, inPath] =
    /^\/(?:video\/)?(\d{5,15})(?:\/([0-9a-f]{6,20}))?\/?$/.exec(pathname) ?? [];
  if (video === undefined) return undefined;
  const hash = inPath ?? searchParams.get('h') ?? '';
  const key = /^[0-9a-f]{6,20}$/.test(hash) ? `?h=${hash}` : '';
  return { src: `https://player.vimeo.com/video/${video}${key}`, title: 'Vimeo video' };
};

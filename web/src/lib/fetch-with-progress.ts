type Request = {
  method: string;
  headers: Headers;
  body: FormData | string | null;
  signal: AbortSignal;
};

/** `fetch` for an upload with progress, which `fetch` itself cannot report. */
export const fetchWithProgress = (
  address: string,
  { method, headers, body, signal }: Request,
  onProgress: (share: number) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new TypeError('The server did not answer.'));
    request.open(method, address);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(answerOf(request)));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    if (signal.aborted) return fail();
    signal.addEventListener('abort', () => request.abort(), { once: true });
    return request.send(body);
  });

const answerOf = (request: XMLHttpRequest) =>
  new Response(request.responseText, {
    status: request.status,
    headers: request
      .getAllResponseHeaders()
      .trim()
      .split('\r\n')
      .map((line): [string, string] => {
        const [name = '', ...value] = line.split(':');
        return [name.trim(), value.join(':').trim()];
      })
      .filter(([name]) => name !== ''),
  });

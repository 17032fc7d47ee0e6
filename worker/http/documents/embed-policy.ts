/**
 * Returns the content policy of the document that other sites frame. It reaches only its own video: even a
 * script injected into it couldn't call the account's API. `id` is null when there is nothing to play.
 */
export function embedPolicy(siteOrigin: string, id: number | null): string {
  const ofVideo = ['view', 'watched', 'report'].map((name) => `/api/videos/${id}/${name}`)
  const calls = [`/api/embed/${id}`, ...ofVideo, '/media/']
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    `connect-src ${id === null ? "'none'" : calls.map((path) => siteOrigin + path).join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    'frame-ancestors *',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The player's permissions; the surrounding page decides whether the frame gets them. */
export const embedPermissions = [
  ...['fullscreen', 'picture-in-picture', 'autoplay', 'screen-wake-lock'].map((name) => `${name}=(self)`),
  ...['camera', 'microphone', 'geolocation', 'payment', 'display-capture', 'clipboard-read'].map(
    (name) => `${name}=()`,
  ),
  ...['usb', 'serial', 'hid', 'midi', 'publickey-credentials-get', 'browsing-topics'].map(
    (name) => `${name}=()`,
  ),
].join(', ')

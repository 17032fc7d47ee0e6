/** Optional browser features that the site uses, by their names in docs/browsers.md. */
export type Abilities = Record<string, string>

/** Runs in a page of the site: asks the browser itself. */
export async function abilitiesHere(): Promise<Abilities> {
  const video = document.createElement('video')
  const plays = (type: string) => (video.canPlayType(type) === '' ? 'no' : 'yes')
  const can = async (ask: () => unknown) => {
    try {
      return (await ask()) ? 'yes' : 'no'
    } catch {
      return 'no'
    }
  }
  const h264 = { codec: 'avc1.640028', width: 1280, height: 720, bitrate: 2_000_000, framerate: 30 }
  const sound = { sampleRate: 48_000, numberOfChannels: 2, bitrate: 128_000 }
  const records = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/mp4'].find(
    (type) => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(type),
  )
  return {
    'MP4 with H.264 and AAC': plays('video/mp4; codecs="avc1.640028, mp4a.40.2"'),
    'MP4 with HEVC': plays('video/mp4; codecs="hvc1.1.6.L93.B0"'),
    'MP4 with AV1': plays('video/mp4; codecs="av01.0.05M.08"'),
    'WebM with VP9 and Opus': plays('video/webm; codecs="vp9, opus"'),
    'HLS of its own': plays('application/vnd.apple.mpegurl'),
    'HLS by hls.js (Media Source)': await can(() =>
      MediaSource.isTypeSupported('video/mp4; codecs="avc1.640028"'),
    ),
    'encodes H.264 (WebCodecs)': await can(
      async () => (await VideoEncoder.isConfigSupported(h264)).supported,
    ),
    'decodes H.264 (WebCodecs)': await can(
      async () => (await VideoDecoder.isConfigSupported({ codec: h264.codec })).supported,
    ),
    'encodes AAC (WebCodecs)': await can(
      async () => (await AudioEncoder.isConfigSupported({ codec: 'mp4a.40.2', ...sound })).supported,
    ),
    'files of its own (OPFS)': await can(() => navigator.storage.getDirectory()),
    passkeys: await can(() => 'PublicKeyCredential' in window),
    'camera and microphone': await can(() => navigator.mediaDevices.getUserMedia),
    'records as': records ?? 'no',
    'picture in picture': await can(() => document.pictureInPictureEnabled),
    'full screen': await can(() => document.fullscreenEnabled),
    'keeps the screen on': await can(() => 'wakeLock' in navigator),
    'Trusted Types': await can(() => 'trustedTypes' in window),
  }
}

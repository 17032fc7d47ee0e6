/** In order of preference. */
const formats = [
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
  'video/webm',
  'video/mp4;codecs=h264,aac',
  'video/mp4',
] as const

/** Returns the format to request. The recorder's own `mimeType` tells which one it really writes. */
export function chooseFormat(isSupported: (type: string) => boolean): string {
  return formats.find(isSupported) ?? 'video/webm'
}

/** Names a recording after its time, to the second, so that names in one browser don't repeat. */
export function recordingName(mimeType: string, at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.')
  const extension = mimeType.startsWith('video/mp4') ? 'mp4' : 'webm'
  return `recording ${day} ${time}.${extension}`
}

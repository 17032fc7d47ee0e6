/**
 * A file that can't be published, or not from here. The message is a sentence for the person who chose it.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export const unreadable = "This file isn't a video that we can read."
export const empty = 'This file is empty. It may not have been copied completely.'
export const cutOff =
  'This file is damaged or cut off. Copy it again from where it was made, and choose that.'
export const noPicture = 'This file has no picture. Choose a video.'
export const noRoom =
  'Your browser has no room for a copy of this file. Free some disk space and try again, or choose a smaller file.'
export const broken = "This video couldn't be read to its end. The file may be damaged."
export const stopped = "The video couldn't be prepared. Reload the page and try again."
export const emptyCut = 'Nothing is left of the video. Choose a longer part.'
export const leaky =
  "The part couldn't be cut out cleanly, so it wasn't kept. Try again, or use another browser."
export const soundStuck =
  "The sound couldn't be converted to AAC in this browser. Reload the page, or use another one."

const otherBrowser = 'Use a current Chrome, Edge, Firefox or Safari on a computer'
export const cannotTrim = `This browser can't trim videos. ${otherBrowser}, or publish the whole video.`

/** Words the refusal of a picture that this browser can't decode or can't encode. */
export function pictureRefused(codec: string, can: { decode: boolean }): string {
  const why = `This video uses ${codec}, which most browsers can't play and this one can't ${can.decode ? 'convert' : 'read'}.`
  return can.decode
    ? `${why} ${otherBrowser}, or convert it to H.264 (MP4) and try again.`
    : `${why} Convert it to H.264 (MP4) and try again.`
}

export function soundRefused(codec: string, can: { decode: boolean }): string {
  const what = can.decode ? 'convert' : 'read'
  return `The sound of this video is ${codec}, which most browsers can't play and this one can't ${what}. Convert it to AAC and try again.`
}

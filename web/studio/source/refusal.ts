/**
 * A file that can't be published, or not from here. The message is a sentence for the person who chose it.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export const unreadable = "We can't read this file as a video."
export const empty = 'This file is empty. It may not have been copied completely.'
export const cutOff = 'This file is damaged or incomplete. Try copying it again from the original device.'
export const noPicture = 'This file has no video in it. Choose a different one.'
export const noRoom =
  "There isn't enough disk space to prepare this file. Free up some space, or choose a smaller file."
/** Where there is no private file system; see `mostInMemory`. */
export const noStore =
  "This browser can't prepare files over 150 MB. Use another one, leave private browsing, or choose a smaller file."
export const broken = "We couldn't read all of this video. The file may be damaged."
export const stopped = "Couldn't prepare the video. Reload the page and try again."
export const emptyCut = 'The selection is too short. Choose a longer part.'
export const leaky = "Couldn't trim this part. Try again, or use another browser."
export const soundStuck =
  "This browser couldn't convert the audio to AAC. Reload the page, or use another browser."

const otherBrowser = 'Use an up-to-date Chrome, Edge, Firefox or Safari on a computer'
export const cannotTrim = `This browser can't trim videos. ${otherBrowser}, or publish the whole video.`

/** Words the refusal of a picture that this browser can't decode or can't encode. */
export function pictureRefused(codec: string, can: { decode: boolean }): string {
  const why = `This video uses ${codec}, which most browsers can't play and this one can't ${can.decode ? 'convert' : 'read'}.`
  return can.decode
    ? `${why} ${otherBrowser}, or convert it to H.264 (MP4) and try again.`
    : `${why} Convert it to H.264 (MP4) and try again.`
}

export function soundRefused(codec: string): string {
  return `This video's audio is ${codec}, which this browser can't read. Convert it to AAC and try again.`
}

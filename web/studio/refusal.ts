/** A file that can't be published, or not here. The message is a sentence for the person who chose it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export const unreadable = "This file isn't a video that we can read."
export const noPicture = 'This file has no picture. Choose a video.'
export const noRoom =
  'Your browser has no room for a copy of this file. Free some disk space and try again, or choose a smaller file.'
export const broken = "This video couldn't be read to its end. The file may be damaged."
export const stopped = "The video couldn't be prepared. Reload the page and try again."

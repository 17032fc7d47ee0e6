export function canPictureInPicture(video: HTMLVideoElement): boolean {
  return document.pictureInPictureEnabled === true && !video.disablePictureInPicture
}

export function togglePictureInPicture(video: HTMLVideoElement): void {
  // A refusal (no metadata yet, no user gesture) changes nothing, and the state shows that.
  if (document.pictureInPictureElement === video) document.exitPictureInPicture().catch(() => {})
  else if (canPictureInPicture(video)) video.requestPictureInPicture().catch(() => {})
}

/** Reports every change, also by the small window's own button. */
export function watchPictureInPicture(
  video: HTMLVideoElement,
  onChange: (on: boolean) => void,
  signal: AbortSignal,
): void {
  video.addEventListener('enterpictureinpicture', () => onChange(true), { signal })
  video.addEventListener('leavepictureinpicture', () => onChange(false), { signal })
}

const sentences: Record<string, string> = {
  NotAllowedError: 'Camera permission denied. Please grant camera access and reload.',
  NotFoundError: 'No camera found. Please connect a camera and reload.',
  NotReadableError: 'Camera is already in use by another application.',
  OverconstrainedError: 'Camera does not support the requested resolution.',
  // It has no way to ask for one.
  TypeError: "This browser can't use a camera. Record with another app, then choose the file.",
}

export const noStream = 'No camera stream available. Please refresh and try again.'
export const nothingRecorded = 'This browser recorded nothing. Record with another app, then choose the file.'
export const cannotRecord = 'Could not start recording. Your browser might not support this feature.'

/** Returns a sentence that says why there is no picture. */
export function cameraErrorText(error: unknown, hasCamera = true): string {
  // Checked by name: OverconstrainedError was not always an Error.
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
  // WebKit throws it where there is no camera at all.
  const isMissing = name === 'OverconstrainedError' && !hasCamera
  return sentences[isMissing ? 'NotFoundError' : name] ?? 'Error accessing camera'
}

import { errorDetail } from '../../lib/api-error'

/**
 * Sentences by the browsers' error names: a dialog that was closed, and a device that is already registered.
 */
const sentences: Record<string, string> = {
  NotAllowedError: 'No passkey was used: the browser was told to stop, or it waited too long.',
  AbortError: 'No passkey was used: the browser was told to stop, or it waited too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
}

/** Returns a sentence for a toast, including for the browser's own refusals. */
export function passkeyFailure(error: unknown): string {
  const known = error instanceof Error ? sentences[error.name] : undefined
  return known ?? errorDetail(error)
}

import { errorDetail } from '../../lib/api-error'

/**
 * Sentences by the browsers' error names: a dialog that was closed, and a device that is already registered.
 */
const sentences: Record<string, string> = {
  NotAllowedError: 'The passkey request was cancelled or timed out.',
  AbortError: 'The passkey request was cancelled or timed out.',
  InvalidStateError: 'This device already has a passkey for your account.',
}

/** Returns a sentence for a toast, including for the browser's own refusals. */
export function passkeyFailure(error: unknown): string {
  const known = error instanceof Error ? sentences[error.name] : undefined
  return known ?? errorDetail(error)
}

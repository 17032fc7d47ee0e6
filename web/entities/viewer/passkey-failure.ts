import { errorDetail } from '../../lib/api-error'

/** What browsers call a dialog that was closed, and a device that is known already. */
const sentences: Record<string, string> = {
  NotAllowedError: 'No passkey was used: the browser was told to stop, or it waited too long.',
  AbortError: 'No passkey was used: the browser was told to stop, or it waited too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
}

/** A sentence for a toast, of the browser's own refusals too. */
export function passkeyFailure(error: unknown): string {
  const known = error instanceof Error ? sentences[error.name] : undefined
  return known ?? errorDetail(error)
}

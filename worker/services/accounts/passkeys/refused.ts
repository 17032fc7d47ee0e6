import { log } from '#worker/log'

/** Thrown by our own checks of a passkey's response. */
export class PasskeyRefused extends Error {}

/**
 * Logs why a passkey was refused. The library's words quote the response and the challenge, which may be the ticket of a
 * sign-in that is still open, so of its errors only the kind is logged.
 */
export function logRefusal(error: unknown): void {
  const reason = error instanceof PasskeyRefused ? error.message : 'The library refused it'
  log('info', 'passkey.refused', { reason })
}

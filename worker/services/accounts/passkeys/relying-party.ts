import type { Config } from '#worker/config'

/** Returns the relying party: the host of the configured origin, never one that a request names. */
export function relyingPartyOf({ siteOrigin }: Config): { id: string; origin: string } {
  return { id: new URL(siteOrigin).hostname, origin: siteOrigin }
}

/** Returns the ID under which an authenticator keeps the account: the public user ID, and nothing more. */
export function userHandle(userId: number): string {
  return Buffer.from(String(userId)).toString('base64url')
}

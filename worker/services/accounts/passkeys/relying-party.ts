import type { Config } from '../../../config'

/** For whom a passkey is: the host of the configured address, never what a request says of itself. */
export function relyingPartyOf({ siteOrigin }: Config): { id: string; origin: string } {
  return { id: new URL(siteOrigin).hostname, origin: siteOrigin }
}

/** What an authenticator keeps the account under. The number that everyone sees beside a video, and nothing more. */
export function userHandle(userId: number): string {
  return Buffer.from(String(userId)).toString('base64url')
}

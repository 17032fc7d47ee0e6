/**
 * API calls that stay open whatever closes the site to a visitor: those of the open documents
 * (contract/values/site/legal), and the providers' webhooks.
 */
const calls = [
  /^\/api\/settings$/,
  /^\/api\/auth\/(verify-email|forgot|reset|confirm-email)$/,
  /^\/api\/legal\//,
  /^\/api\/removal-requests(\/|$)/,
  /^\/api\/removals(\/|$)/,
  /^\/api\/reports\//,
  /^\/api\/webhooks\//,
  /^\/api\/newsletter\/(confirm|unsubscribe)$/,
]

export function isOpenCall(path: string): boolean {
  return calls.some((open) => open.test(path))
}

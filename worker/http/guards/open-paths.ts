/**
 * API calls that stay open whatever closes the site to a visitor. The open documents
 * (contract/values/site/legal) need the legal texts, links in emails, the calls to request a removal, answer
 * one and read its outcome, and the settings. The others are the providers' webhooks, and what a monitor
 * reads.
 */
const calls = [
  /^\/api\/settings$/,
  /^\/api\/health$/,
  /^\/api\/logo\//,
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

/**
 * API calls that stay open even when the site is closed to a visitor. The open documents
 * (contract/values/site/legal) need the legal texts, links in emails, the settings and the logo. They also
 * need the calls to request a removal, to answer one and to read the outcome of a removal or report. The
 * others are the providers' webhooks and the monitor's health check.
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

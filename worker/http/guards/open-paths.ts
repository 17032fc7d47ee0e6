/**
 * API calls that stay open whatever closes the site to a visitor: the legal texts, what mailed links do, how
 * somebody asks for a removal, answers one and reads what became of it, which are those of the open documents
 * (contract/values/site/legal) and need the settings too; the providers' webhooks, and what a monitor reads.
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

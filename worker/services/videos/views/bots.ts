/**
 * Self-declared bots. A bot that lies counts as a viewer, and as another under each new name: only limits
 * stop it.
 */
const bots =
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|archiver|monitor|^(?:curl|wget|python|go-http|java|libwww|okhttp|axios|node)\b/i

export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || bots.test(userAgent)
}

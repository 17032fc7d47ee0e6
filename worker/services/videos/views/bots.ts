/** Programs that say what they are. One that lies is a viewer, and under each new name another: only limits bound it. */
const bots =
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|archiver|monitor|^(?:curl|wget|python|go-http|java|libwww|okhttp|axios|node)\b/i

export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || bots.test(userAgent)
}

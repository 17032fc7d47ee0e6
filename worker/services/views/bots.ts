/** Programs that say what they are. One that lies is bounded by the window like any viewer. */
const bots =
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|archiver|monitor|^(?:curl|wget|python|go-http|java|libwww|okhttp|axios|node)\b/i

export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || bots.test(userAgent)
}

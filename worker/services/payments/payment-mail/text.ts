import type { ServiceContext } from '../../context'

/** Returns the URL of the page where an account sees its payments and turns reminders off. */
export function accountAddress(ctx: ServiceContext): string {
  return `${ctx.config.siteOrigin}/account?tab=subscription`
}

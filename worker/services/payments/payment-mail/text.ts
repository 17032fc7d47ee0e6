import type { ServiceContext } from '../../context'

/** Where an account sees its payments and turns reminders off. */
export function accountAddress(ctx: ServiceContext): string {
  return `${ctx.config.siteOrigin}/account?tab=subscription`
}

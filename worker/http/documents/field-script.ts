import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { displayCookie } from '#contract/values/site/display'
import type { FieldRoute } from '#contract/values/site/field-data'
import type { AppEnv } from '../../env'

/**
 * Returns the tag of the script that measures a page, for a sample of the documents; empty for the others,
 * which load nothing for it. A browser that asks not to be tracked isn't measured; discreet mode counts as
 * asking.
 */
export function fieldTag(c: Context<AppEnv>, file: string, route: FieldRoute | undefined): string {
  const { config, settings } = c.var.ctx
  if (route === undefined || !settings.fieldData || Math.random() >= config.fieldShare) return ''
  const objects = ['sec-gpc', 'dnt'].some((name) => c.req.header(name) === '1')
  if (objects || getCookie(c, 'discreet') === displayCookie.value) return ''
  return `<script type="module" async fetchpriority="low" src="${file}" data-field="${route}"></script>`
}

import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FieldRoute } from '#contract/values/site/field-data'
import { shell } from '#dist/worker/page-shell.js'
import type { AppEnv } from '../../env'
import { applyDisplay } from './display'
import { fieldTag } from './field-script'
import { jsonScript, moduleScripts } from './html'

/** A document's contents for the built page. */
interface Document {
  status: ContentfulStatusCode
  /** Made by headTags() or unlistedHead(). */
  head: string
  /** The file that renders it, without its ending: of web/app/pages, or the document's own in web. */
  module: string
  /** Whether the visitor will see the age gate. */
  gated?: boolean
  /** HTML of its first screen, which the app hydrates; without it, the app renders all. */
  rendered?: string
  /** HTML for a browser without JavaScript. */
  plain?: string | undefined
  /** Data for its scripts. */
  boot: unknown
  /** Data for other programs. */
  linked?: string
  /** An element that loads before the app does. */
  video?: string
  /** The route under which browsers report how the document loaded; without one, none reports. */
  route?: FieldRoute | undefined
}

/**
 * Answers with the built page, filled. Every document of the site is assembled here; its route sets the
 * headers.
 */
export function documentShell(
  c: Context<AppEnv>,
  {
    status,
    head,
    module,
    gated = false,
    rendered = '',
    plain,
    boot,
    linked = '',
    video = '',
    route,
  }: Document,
): Response {
  const ofPage = shell.modules[module]
  if (!ofPage) throw new Error(`The build has no page named ${module}`)
  const modules = gated ? [...new Set([...shell.gate, ...ofPage])] : ofPage
  const { parts } = shell
  const shown = applyDisplay(c, head)
  c.header('link', hint(shell.style))
  const document = [
    parts.start,
    shown.root,
    parts.beforeHead,
    shown.head,
    parts.beforeIcons,
    shown.icons,
    parts.beforeScripts,
    fieldTag(c, shell.fieldFile, route),
    video ? '' : moduleScripts(modules, rendered !== ''),
    parts.beforePlain,
    plain ?? parts.plain,
    parts.beforeApp,
    // Until the app has come, nothing can be pressed but links.
    rendered ? `<div id="root" data-waiting>${rendered}</div>` : '<div id="root"></div>',
    parts.beforeVideo,
    video,
    parts.beforeData,
    video ? afterVideo(shell.startFile, modules) : '',
    linked,
    jsonScript('boot', boot),
    parts.end,
  ]
  return c.html(document.join(''), status)
}

/**
 * Returns the preload that the edge may send ahead of the page, as an Early Hint, to anyone who asks next:
 * never the signed URL of a picture. Cloudflare keeps preloads, but not those of modules, which the page
 * names itself.
 */
function hint(style: string): string {
  return `<${style}>; rel=preload; as=style; crossorigin`
}

/**
 * Loads modules by a script that lets the video go first: links in the page would be fetched before it. It
 * also comes after the video, since a slow processor takes a while for each script that it meets.
 */
function afterVideo(startFile: string, modules: string[]): string {
  return `<script type="module" src="${startFile}"></script>${jsonScript('modules', modules)}`
}

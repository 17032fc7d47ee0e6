import { type Context, type Element, notLoaded, Suspense } from './react'

const voids = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])
/** Attributes of HTML whose names aren't those of React's in lower case; of SVG, with a hyphen. */
const names: Record<string, string> = {
  className: 'class',
  htmlFor: 'for',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
  fillRule: 'fill-rule',
  clipRule: 'clip-rule',
  defaultValue: 'value',
  defaultChecked: 'checked',
}
/** No attributes; the content policy refuses `style`, which React sets by script. */
const left = new Set(['children', 'key', 'ref', 'style', 'autoFocus', 'suppressHydrationWarning'])
/** Their false is a value. */
const enumerated = /^(aria-|data-|draggable$|contentEditable$|spellCheck$)/

/** Returns the HTML of what a tree of elements shows at first. */
export function write(node: unknown): string {
  return writeNode(node, undefined)
}

/** `chosen` is the value of the select around it. */
function writeNode(node: unknown, chosen: unknown): string {
  if (typeof node === 'string') return escapeText(node)
  if (typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map((each) => writeNode(each, chosen)).join('')
  if (node === null || typeof node !== 'object') return ''
  return writeElement(node as Element, chosen)
}

function writeElement({ type, props }: Element, chosen: unknown): string {
  if (typeof type === 'string') return writeTag(type, props, chosen)
  if (type === Suspense) return writeSuspense(props, chosen)
  if (typeof type === 'function') return writeNode(type(props), chosen)
  return writeContext(type as Context, props, chosen)
}

function writeSuspense({ children, fallback }: Element['props'], chosen: unknown): string {
  try {
    return writeNode(children, chosen)
  } catch (error) {
    if (error !== notLoaded) throw error
    return writeNode(fallback, chosen)
  }
}

function writeContext(context: Context, { value, children }: Element['props'], chosen: unknown): string {
  const before = context.value
  context.value = value
  try {
    return writeNode(children, chosen)
  } finally {
    context.value = before
  }
}

function writeTag(tag: string, props: Element['props'], chosen: unknown): string {
  const isSelect = tag === 'select'
  let open = `<${tag}`
  for (const [name, value] of Object.entries(props)) {
    if (!(isSelect && name === 'value')) open += writeAttribute(name, value)
  }
  if (isForApp(tag, props)) open += ' inert=""'
  if (tag === 'option' && chosen !== undefined && props.value === chosen) open += ' selected=""'
  if (voids.has(tag)) return `${open}>`
  return `${open}>${writeNode(props.children, isSelect ? props.value : chosen)}</${tag}>`
}

/** Links and the search work without the app. Whatever else can be pressed would do nothing, and waits for it. */
function isForApp(tag: string, { type }: Element['props']): boolean {
  return tag === 'button' || tag === 'select' || (tag === 'input' && type !== 'search')
}

function writeAttribute(name: string, value: unknown): string {
  if (value === undefined || value === null || left.has(name)) return ''
  if (typeof value === 'function' || typeof value === 'object') return ''
  if (typeof value === 'boolean' && !enumerated.test(name)) return value ? ` ${names[name] ?? name}=""` : ''
  return ` ${names[name] ?? name}="${escapeValue(String(value))}"`
}

function escapeText(text: string): string {
  return /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text
}

function escapeValue(text: string): string {
  return /[&<"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    : text
}

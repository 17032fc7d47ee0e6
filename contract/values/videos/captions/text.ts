import { formatCueTime, readCueTime, timePattern } from './time'

const reference = '&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});'

/** Every text is a row of these. No part of one can run past the next angle bracket. */
const token = new RegExp(
  [
    `<(?<time>${timePattern})>`,
    String.raw`<(?<slash>/?)(?<name>b|i|u|c|v|lang|ruby|rt)(?<classes>(?:\.[^\s<>.]*)*)(?:[ \t\n](?<annotation>[^<>]*))?>`,
    `(?<plain>[^<&>]+|${reference})`,
    '[<&>]',
  ].join('|'),
  'g',
)

/**
 * Returns cue text with only WebVTT's tags, each closed, and everything else escaped. It can't end the cue:
 * no line is empty or contains an arrow. Times are the cue's, in milliseconds.
 */
export function cueText(text: string, { start, end }: { start: number; end: number }): string {
  const open: string[] = []
  let reached = start
  let rendered = ''
  const close = () => {
    rendered += `</${open.pop()}>`
  }

  for (const { 0: found, groups = {} } of text.matchAll(token)) {
    const { time, name, slash, plain } = groups
    if (plain !== undefined) rendered += plain
    else if (time !== undefined) {
      const ms = readCueTime(time)
      // Words that appear one by one: only forward, and inside the cue.
      if (ms <= reached || ms >= end) continue
      reached = ms
      rendered += `<${formatCueTime(ms)}>`
    } else if (name === undefined) rendered += escapeText(found)
    else if (slash) {
      if (name === 'ruby' && open.at(-1) === 'rt') close()
      if (open.at(-1) === name) close()
    } else {
      const tag = startTag(name, groups.classes ?? '', groups.annotation ?? '', open.at(-1))
      if (tag === null) continue
      open.push(name)
      rendered += tag
    }
  }
  while (open.length > 0) close()
  return rendered.split('\n').filter(Boolean).join('\n')
}

/** Returns the words of a cue as viewers read them, without tags and with references to characters resolved. */
export function shownText({ text }: { text: string }): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
      character(parseInt(code, hex ? 16 : 10)),
    )
    .replace(/&(?:lrm|rlm|zwj|zwnj|shy);/g, '')
    .replace(/&[a-zA-Z0-9]+;/g, ' ')
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

/** Returns null for a tag that is invalid in its place; its text stays. */
function startTag(name: string, classes: string, annotation: string, parent?: string): string | null {
  if (name === 'rt' && parent !== 'ruby') return null
  const kept = classes.split('.').filter((each) => /^\w+$/.test(each))
  const opening = [`<${name}`, ...kept].join('.')
  if (name !== 'v' && name !== 'lang') return `${opening}>`
  // Two hyphens before the closing bracket would be an arrow.
  const said = annotation.split(/\s+/).filter(Boolean).join(' ').replaceAll(/-{2,}/g, '-')
  const valid = name === 'v' ? said !== '' : /^[a-zA-Z0-9-]{1,35}$/.test(said)
  return valid ? `${opening} ${escapeText(said)}>` : null
}

const loose = new RegExp(`(?!${reference})&`, 'g')

function escapeText(text: string): string {
  return text.replaceAll(loose, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

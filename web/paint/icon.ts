import { type Element, jsx } from './react'

interface Icon {
  name: string
  node: [tag: string, attributes: Record<string, string>][]
  aliases?: string[]
}

/** The part of Lucide that the painted pages use, in its place in the worker. */
export function createLucideIcon({ name, node, aliases = [] }: Icon) {
  const classes = ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)].join(' ')
  return ({ className, ...props }: Record<string, unknown>): Element =>
    jsx('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: className ? `${classes} ${className}` : classes,
      'aria-hidden': 'true',
      ...props,
      children: node.map(([tag, attributes]) => jsx(tag, attributes)),
    })
}

import { createElement, type Element } from './react'

/** The part of the router that the painted pages use, in its place in the worker: an address that never changes. */

interface Place {
  url: URL
  params: Readonly<Record<string, string>>
  page: unknown
}

let place: Place

export function goTo(next: Place): void {
  place = next
}

export const useLocation = () => ({
  pathname: place.url.pathname,
  search: place.url.search,
  hash: '',
  key: 'default',
})
export const useParams = () => place.params
export const useSearchParams = () => [place.url.searchParams, () => {}]
export const useNavigate = () => () => {}
export const useNavigationType = () => NavigationType.Pop
export const NavigationType = { Pop: 'POP', Push: 'PUSH', Replace: 'REPLACE' } as const
export const Outlet = () => place.page

interface LinkProps {
  to: string
  end?: boolean
  className?: string
}

const router = ['replace', 'state', 'preventScrollReset', 'relative', 'reloadDocument', 'viewTransition']

export function Link({ to, ...props }: LinkProps): Element {
  for (const name of router) delete (props as Record<string, unknown>)[name]
  return createElement('a', { ...props, href: to })
}

export function NavLink({ to, end = false, className, ...props }: LinkProps): Element {
  const isActive = isAt(to, end)
  const classes = [className, isActive ? 'active' : null].filter(Boolean).join(' ')
  return Link({
    'aria-current': isActive ? 'page' : undefined,
    ...props,
    to,
    className: classes,
  } as LinkProps)
}

function isAt(to: string, end: boolean): boolean {
  const here = place.url.pathname.toLowerCase()
  const target = to.replace(/[?#].*$/, '').toLowerCase()
  return here === target || (!end && target !== '/' && here.startsWith(`${target}/`))
}

import { useSearchParams } from 'react-router'
import { paths } from './paths'
import { returnParameter } from './with-return-path'

/** Returns where to go after signing in: the address's `from` if it is a page of this site, else home. */
export function useReturnPath(): string {
  const [params] = useSearchParams()
  return safeReturnPath(params.get(returnParameter))
}

/**
 * Returns home for anything that could lead to another site (`//evil`, `/.//evil`, `/\evil`, `https:`) or
 * back to a form.
 */
export function safeReturnPath(from: string | null): string {
  if (!from?.startsWith('/')) return paths.home
  const url = URL.parse(from, location.origin)
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return paths.home
  const forms: string[] = [paths.signIn, paths.signUp]
  return forms.includes(url.pathname) ? paths.home : url.pathname + url.search + url.hash
}

import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Config } from '../config'

// The names and attributes of every cookie that the worker sets.

type Cookies = Pick<Config, 'plainCookies'>

/** Returns a cookie of the whole site that only the worker reads. */
export function readOwnCookie(c: Context, { plainCookies }: Cookies, name: string): string | undefined {
  return plainCookies ? getCookie(c, name) : getCookie(c, name, 'host')
}

export function writeOwnCookie(
  c: Context,
  config: Cookies,
  { name, value, maxAge }: { name: string; value: string; maxAge: number },
): void {
  setCookie(c, name, value, { ...ownCookie(config), maxAge })
}

export function dropOwnCookie(c: Context, config: Cookies, name: string): void {
  deleteCookie(c, name, ownCookie(config))
}

function ownCookie({ plainCookies }: Cookies) {
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax' } as const
  return plainCookies ? attributes : ({ ...attributes, prefix: 'host', secure: true } as const)
}

/**
 * Keeps a cookie in the frame's own partition. Always `Secure`, which `SameSite=None` requires: a browser that
 * drops it over http asks for the age again.
 */
export function writeFrameCookie(
  c: Context,
  { name, value, path, maxAge }: { name: string; value: string; path: string; maxAge: number },
): void {
  setCookie(c, name, value, {
    path,
    secure: true,
    httpOnly: true,
    sameSite: 'None',
    partitioned: true,
    maxAge,
  })
}

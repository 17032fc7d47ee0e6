/** The part of Trusted Types that we use; TypeScript's DOM library lacks it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): PolicyOfUrls
}
interface PolicyOfUrls {
  createScriptURL(url: string): unknown
}

let policy: PolicyOfUrls | undefined

/** Starts one of our own worker scripts: the only place where a string becomes a script URL. */
export function startWorker(url: string): Worker {
  // A policy's name can be used once per document.
  policy ??= trustedTypes()?.createPolicy('worker-url', { createScriptURL: ownScript }) ?? {
    createScriptURL: ownScript,
  }
  return new Worker(policy.createScriptURL(url) as string, { type: 'module' })
}

function trustedTypes(): TrustedTypes | undefined {
  return (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
}

function ownScript(url: string): string {
  const { origin, href } = new URL(url, location.href)
  if (origin !== location.origin) throw new TypeError('A worker comes from our own origin only.')
  return href
}

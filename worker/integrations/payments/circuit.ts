import { ProviderDown } from './provider'

/** So many failed calls within a minute, and nobody waits for the provider until one of them is a minute old. */
const failuresToOpen = 5
const window = 60_000

/** When calls to each service failed, oldest first. Of this isolate: others find out by themselves. */
const failures = new Map<string, number[]>()

/** Throws ProviderDown at once where waiting would be in vain. */
export function admit(service: string, now: number): void {
  const recent = recentFailures(service, now)
  if (recent.length >= failuresToOpen) throw new ProviderDown('circuit-open')
}

export function noteFailure(service: string, now: number): void {
  failures.set(service, [...recentFailures(service, now), now].slice(-failuresToOpen))
}

/** An answer, of whatever kind, shows that the service is back. */
export function noteSuccess(service: string): void {
  failures.delete(service)
}

/** As an isolate begins; tests do. */
export function forgetFailures(): void {
  failures.clear()
}

function recentFailures(service: string, now: number): number[] {
  return (failures.get(service) ?? []).filter((at) => at <= now && now - at < window)
}

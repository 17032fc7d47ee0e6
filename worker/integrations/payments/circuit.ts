import { isolateState } from '../../isolate-state'
import { ProviderDown } from './provider'

/** After this many failed calls within a minute, callers fail at once until one of them is a minute old. */
const failuresToOpen = 5
const window = 60_000

/** When the last five calls to each of the configured services failed, oldest first. Each isolate finds out on its own. */
const failures = isolateState(() => new Map<string, number[]>())

/** Throws ProviderDown at once when waiting would be pointless. */
export function admit(service: string, now: number): void {
  const recent = recentFailures(service, now)
  if (recent.length >= failuresToOpen) throw new ProviderDown('circuit-open')
}

export function noteFailure(service: string, now: number): void {
  failures.value.set(service, [...recentFailures(service, now), now].slice(-failuresToOpen))
}

/** Closes the circuit: any answer shows that the service is back. */
export function noteSuccess(service: string): void {
  failures.value.delete(service)
}

function recentFailures(service: string, now: number): number[] {
  return (failures.value.get(service) ?? []).filter((at) => at <= now && now - at < window)
}

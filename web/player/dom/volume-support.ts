/** Returns false on iOS, which leaves the volume to its keys and ignores assignments. */
export function canSetVolume(): boolean {
  const probe = document.createElement('video')
  probe.volume = 0.5
  return probe.volume === 0.5
}

/** iOS leaves the volume to its keys: an assignment is ignored there. */
export function canSetVolume(): boolean {
  const probe = document.createElement('video')
  probe.volume = 0.5
  return probe.volume === 0.5
}

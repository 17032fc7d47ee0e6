import { minimumAge } from '#contract/values/shared/limits'
import { Button } from '../../ui/button'
import type { Refusal } from '../core/refusal'
import { FailureFrame } from './failure-frame'

export interface RefusalPanelProps {
  refusal: Refusal
  onTryAgain: () => void
  /** Notes that the viewer has confirmed their age. */
  onConfirmAge: (() => void) | undefined
}

/** Says why the site sends no video, and what the viewer can do about it. */
export function RefusalPanel({ refusal, onTryAgain, onConfirmAge }: RefusalPanelProps) {
  const [title, text] = words[refusal]
  function confirm(): void {
    onConfirmAge?.()
    onTryAgain()
  }
  return (
    <FailureFrame title={title} text={text}>
      {reloads.includes(refusal) ? (
        <Button onClick={() => location.reload()}>Reload page</Button>
      ) : refusal === 'age_gate' ? (
        <Button onClick={confirm}>Yes, I'm Over {minimumAge}</Button>
      ) : (
        <Button onClick={refusal === 'cookies_blocked' ? confirm : onTryAgain}>Try again</Button>
      )}
    </FailureFrame>
  )
}

/** Only a new page shows what became of the video. */
const reloads: readonly Refusal[] = ['forbidden', 'not_found']

const words: Record<Refusal, readonly [title: string, text: string]> = {
  cookies_blocked: [
    'Cookies are blocked',
    "Your browser blocks cookies, so we can't remember that you confirmed your age. Allow cookies for this site, then try again.",
  ],
  age_gate: [
    'Please confirm your age again',
    `Your confirmation has expired. By continuing, you confirm that you are at least ${minimumAge} and have reached the age of majority where you live.`,
  ],
  forbidden: [
    'You can no longer watch this video',
    'You may have been signed out, or your membership may have ended. Reload the page to check.',
  ],
  not_found: ['This video was removed or replaced', 'Reload the page to see whether there is a new version.'],
  region_blocked: [
    'Not available in your region',
    "This site isn't available in your region for legal reasons. If you use a VPN, turn it off and try again.",
  ],
  maintenance: ['Down for maintenance', "We'll be back soon. Please try again later."],
}

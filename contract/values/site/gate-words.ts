import { minimumAge } from '../shared/limits'

/** Words by which the site and an embedded video ask for the age. */
export const gateWords = {
  claim: `By entering, you confirm that you are at least ${minimumAge} and have reached the age of majority where you live.`,
  yes: `Yes, I'm Over ${minimumAge}`,
  no: `No, I'm Under ${minimumAge}`,
}

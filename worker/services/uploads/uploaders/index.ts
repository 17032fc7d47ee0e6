export { allowanceOf, type UploaderReview, uploaderReview, viewAllowance } from './allowance'
export { countPublication, uncountPublication } from './publish-limit'

export { type Allowance, allowanceOf, isUploaderReviewed, viewAllowance } from './allowance'
export { countPublication, uncountPublication } from './publish-limit'

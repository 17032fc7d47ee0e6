import { expect, it } from 'vitest'
import { areCommentsOpen } from '#worker/policy/comments'
import { doesTrustCount, isReviewed } from '#worker/policy/review'

const [cards, noCards] = [{ razorpay: {} }, { razorpay: null }]

it.each([
  ['a stranger', true, null, noCards, null, true],
  ['a trusted uploader', true, 1, noCards, null, false],
  ['a trusted uploader while Razorpay takes cards', true, 1, cards, null, true],
  ['a trusted uploader while the card rules hold', true, 1, noCards, 1, true],
  ['a stranger while cards are taken', true, null, cards, 1, true],
  ['a stranger where nothing is reviewed', false, null, cards, null, false],
  ['a trusted uploader where nothing is reviewed', false, 1, noCards, null, false],
])(
  'the files of %s are reviewed: approval required %s',
  (_, requireContentApproval, trustedAt, payments, cardRulesSince, is) => {
    expect(isReviewed({ requireContentApproval, cardRulesSince }, { trustedAt }, payments)).toBe(is)
  },
)

it('trust counts only while nothing takes cards', () => {
  expect([doesTrustCount(noCards), doesTrustCount(cards)]).toEqual([true, false])
})

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
  [false, false, false],
])(
  'comments are open where the site has them (%s) and the uploader wants them (%s): %s',
  (site, own, open) => {
    expect(areCommentsOpen({ commentsEnabled: site }, { allowComments: own })).toBe(open)
  },
)

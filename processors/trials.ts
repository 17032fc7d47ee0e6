import type { ProcessorId } from '#contract/values/payments/processors'
import type { Trial } from '#test/support/payments/trial'
import { btcpay } from './btcpay/tests/trial'
import { ccbill } from './ccbill/tests/trial'
import { paypal } from './paypal/tests/trial'
import { razorpay } from './razorpay/tests/trial'
import { verotel } from './verotel/tests/trial'

/** Each processor's way to order, pay and undo payments, for the tests that run on all of them. */
export const trials: Record<ProcessorId, Trial> = { paypal, razorpay, btcpay, verotel, ccbill }

import type { ProcessorId } from '#contract/values/payments/processors'
import type { TwinVars } from '#dev/sandbox/payments/twin'
import { btcpay } from './btcpay/twin/vars.ts'
import { ccbill } from './ccbill/twin/vars.ts'
import { paypal } from './paypal/twin/vars.ts'
import { razorpay } from './razorpay/twin/vars.ts'
import { verotel } from './verotel/twin/vars.ts'

/** The variables of every processor, at the sandbox and as production takes them. */
export const processorVars = { paypal, razorpay, btcpay, verotel, ccbill } satisfies Record<
  ProcessorId,
  TwinVars
>

import type { ProcessorId } from '#contract/values/payments/processors'
import type { Twin, TwinKind } from '#dev/sandbox/payments/twin'
import { btcpay } from './btcpay/twin/index.ts'
import { ccbill } from './ccbill/twin/index.ts'
import { paypal } from './paypal/twin/index.ts'
import { razorpay } from './razorpay/twin/index.ts'
import { verotel } from './verotel/twin/index.ts'

/** The twin of every processor. The sandbox runs them below `/<id>`. */
const twins = { paypal, razorpay, btcpay, verotel, ccbill } satisfies Record<ProcessorId, object>

type StateOf<Id extends ProcessorId> = ReturnType<(typeof twins)[Id]['empty']>

/** Running twins. */
export type Twins = { [Id in ProcessorId]: ReturnType<(typeof twins)[Id]['create']> }
/** The state of every twin's books. */
export type TwinStates = { [Id in ProcessorId]: StateOf<Id> }
/** A defect that a notice of some processor can have. */
export type Tampering = NonNullable<Parameters<Twins[ProcessorId]['delivery']>[1]>

export const twinKinds: { [Id in ProcessorId]: TwinKind<StateOf<Id>, Twin> } = twins

export const deliveryStates = ['waiting', 'delivered', 'dead', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]
/** The words of the rule history for the state of each sent copy. */
export const sentStates = { dead: 'failed', waiting: 'waiting', cancelled: 'unsent', delivered: 'sent' } as const
export const deliveryChannels = ['email', 'webhook', 'slack', 'teams'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

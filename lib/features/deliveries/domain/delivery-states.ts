export const deliveryStates = ['waiting', 'delivered', 'dead', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]
/** As the history of a rule says what became of a copy of a message. */
export const sentStates = { dead: 'failed', waiting: 'waiting', cancelled: 'unsent', delivered: 'sent' } as const
export const deliveryChannels = ['email', 'webhook', 'slack', 'teams'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

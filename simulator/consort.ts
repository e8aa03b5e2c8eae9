/** Whether another boat sails abreast on a voyage: on every third. */
export const keepsConsort = (voyageSeed: number) => voyageSeed % 3 === 0

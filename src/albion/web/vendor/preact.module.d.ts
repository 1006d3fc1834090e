// Elements of any kind with any props and children, and what they make: the page only hands them on, so that only `any` fits.
export type VNode = any;
export function h(type: any, props?: any, ...children: any[]): VNode;
export function render(node: VNode, parent: Element | DocumentFragment): void;
export const Fragment: any;

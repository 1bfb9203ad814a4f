; RUN: check %
; RUN: info %
; RUN: fmt %
; RUN: fmt --check %

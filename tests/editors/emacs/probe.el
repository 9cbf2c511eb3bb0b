;;; probe.el --- The whole loop in Eglot, without a screen  -*- lexical-binding: t -*-

;; emacs --batch -l probe.el SNIPPET FILE: prints one JSON object about what a person would see in FILE.
;; SNIPPET is what our README has them put into init.el.

(require 'cl-lib)
(require 'json)
(require 'package)
(package-initialize)
(require 'eglot)

(setq eglot-sync-connect 60
      eglot-connect-timeout 60
      eglot-confirm-server-initiated-edits nil
      create-lockfiles nil
      make-backup-files nil)

(defun probe-eventually (what look)
  "The first true answer of LOOK; an error that names WHAT when there is none within a minute."
  (let ((deadline (+ (float-time) 60)) found)
    (while (not (setq found (funcall look)))
      (when (> (float-time) deadline) (error "not seen: %s" what))
      (accept-process-output nil 0.05))
    found))

(defun probe-findings ()
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun probe-hover ()
  (let ((answer (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                 (eglot--TextDocumentPositionParams))))
    (and answer (plist-get (plist-get answer :contents) :value))))

(defun probe-act (title)
  "Choose the action whose title begins with TITLE, as `eglot-code-actions' offers it; all that it offers."
  (let ((last-nonmenu-event ?x) ; as if typed: no pop-up menu
        offered)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt choices &rest _)
                 (setq offered (mapcar #'car choices))
                 (cl-find-if (lambda (one) (string-prefix-p title one)) offered))))
      (call-interactively #'eglot-code-actions))
    offered))

(pcase-let ((`(,snippet ,file) command-line-args-left) (said nil))
  (setq command-line-args-left nil)
  (load snippet nil t)
  (find-file file)
  (apply #'eglot (eglot--guess-contact))
  (search-forward "def retry")
  (backward-char)
  (push (cons 'hover (probe-eventually "a hover" #'probe-hover)) said)
  (push (cons 'quiet (vconcat (probe-findings))) said)
  (save-excursion
    (search-forward "range(ATTEMPTS)")
    (replace-match "range(ATTEMPTS + 1)"))
  (eglot--signal-textDocument/didChange)
  (push (cons 'drift (vconcat (probe-eventually "a finding" #'probe-findings))) said)
  (save-buffer)
  (push (cons 'offered (vconcat (probe-act "Confirm"))) said)
  (probe-eventually "that it holds again" (lambda () (not (probe-findings))))
  (eglot-shutdown (eglot--current-server-or-lose))
  (princ (json-encode said)))
